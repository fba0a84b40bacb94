// seen runs inside a page and tells what a person finds there.
export function seen() {
  // Numbers of a CSS colour: red, green, blue of 0 to 255, and alpha.
  const colour = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  // WCAG 2.2's relative luminance and contrast ratio.
  const luminance = ({ r, g, b }) => {
    const part = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const contrast = (a, b) => {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const c = colour(getComputedStyle(e).backgroundColor);
      if (c.a === 1) return c;
    }
    return { r: 255, g: 255, b: 255, a: 1 };
  };

  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = texts.nextNode(); n; n = texts.nextNode()) {
    const e = n.parentElement;
    if (!n.data.trim() || !e.checkVisibility() || e.closest("option")) continue;
    const ratio = contrast(colour(getComputedStyle(e).color), ground(e));
    if (ratio < 4.5) faint.push(`${n.data.trim()} (${ratio.toFixed(1)})`);
  }

  const controls = [...document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a[href]")];
  const name = (e) => e.getAttribute("aria-label") || [...(e.labels ?? [])].map((l) => l.innerText).join(" ").trim() || e.innerText.trim();
  const unnamed = controls.filter((e) => !name(e)).map((e) => e.outerHTML);

  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map((h) => Number(h.tagName[1]));
  const wide = [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5);

  return {
    path: location.pathname,
    title: document.title,
    heading: document.querySelector("h1")?.innerText ?? "",
    text: document.body.innerText,
    jsonLD: [...document.querySelectorAll('script[type="application/ld+json"]')].map((s) => s.textContent),
    width: innerWidth,
    scrollWidth: document.documentElement.scrollWidth,
    wide: wide.map((e) => e.outerHTML.slice(0, 200)),
    levels,
    faint,
    unnamed,
    focused: document.activeElement?.id ?? "",
  };
}
