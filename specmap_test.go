package openservice_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// clauses is how many statements of each specification docs/spec-map.md lists.
var clauses = map[string]int{"B": 264, "P": 350}

var (
	mapRow  = regexp.MustCompile(`^\| ([BP])-(\d{3}) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$`)
	mapName = regexp.MustCompile("`([^`]+)`")
)

// TestSpecMap holds docs/spec-map.md to the code: every clause has a row, every
// symbol and test that it names exists, and a row without a test says why.
func TestSpecMap(t *testing.T) {
	data, err := os.ReadFile("docs/spec-map.md")
	if err != nil {
		t.Fatal(err)
	}
	symbols, tests := declared(t)
	seen := map[string]bool{}
	for n, line := range strings.Split(string(data), "\n") {
		row := mapRow.FindStringSubmatch(line)
		if row == nil {
			if strings.HasPrefix(line, "| B-") || strings.HasPrefix(line, "| P-") {
				t.Errorf("line %d is no row of four columns", n+1)
			}
			continue
		}
		id := row[1] + "-" + row[2]
		if seen[id] {
			t.Errorf("%s is listed twice", id)
		}
		seen[id] = true
		statement, met, held, note := row[3], row[4], row[5], row[6]
		if statement == "" {
			t.Errorf("%s has no statement", id)
		}
		for _, name := range mapName.FindAllStringSubmatch(met, -1) {
			if !symbols[name[1]] && !isFile(name[1]) {
				t.Errorf("%s names %q, which is neither a symbol nor a file", id, name[1])
			}
		}
		for _, name := range mapName.FindAllStringSubmatch(held, -1) {
			if !tests[name[1]] {
				t.Errorf("%s names test %q, which does not exist", id, name[1])
			}
		}
		if !strings.Contains(held, "`") && strings.TrimSpace(note) == "" {
			t.Errorf("%s has no test and no reason", id)
		}
		if !strings.Contains(met, "`") && strings.TrimSpace(note) == "" {
			t.Errorf("%s has no symbol and no reason", id)
		}
	}
	for letter, count := range clauses {
		for n := 1; n <= count; n++ {
			if id := fmt.Sprintf("%s-%03d", letter, n); !seen[id] {
				t.Errorf("%s is missing", id)
			}
		}
	}
}

func isFile(name string) bool {
	_, err := os.Stat(filepath.FromSlash(name))
	return err == nil && strings.ContainsAny(name, "/.")
}

// declared returns the exported symbols as pkg.Name and pkg.Type.Member, and the
// tests, fuzz targets, benchmarks and examples as pkg.TestName.
func declared(t *testing.T) (symbols, tests map[string]bool) {
	symbols, tests = map[string]bool{}, map[string]bool{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := path.Dir(filepath.ToSlash(name))
		pkg := path.Base(dir)
		if dir == "." {
			pkg = "openservice"
		}
		into := symbols
		if strings.HasSuffix(name, "_test.go") {
			into = tests
		}
		for _, decl := range file.Decls {
			declare(into, pkg, decl)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return symbols, tests
}

func declare(into map[string]bool, pkg string, decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		name := decl.Name.Name
		if decl.Recv != nil {
			name = receiver(decl.Recv.List[0].Type) + "." + name
		}
		into[pkg+"."+name] = true
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					into[pkg+"."+name.Name] = true
				}
			case *ast.TypeSpec:
				into[pkg+"."+spec.Name.Name] = true
				declareMembers(into, pkg+"."+spec.Name.Name, spec.Type)
			}
		}
	}
}

func declareMembers(into map[string]bool, prefix string, typ ast.Expr) {
	var fields *ast.FieldList
	switch typ := typ.(type) {
	case *ast.StructType:
		fields = typ.Fields
	case *ast.InterfaceType:
		fields = typ.Methods
	default:
		return
	}
	for _, field := range fields.List {
		for _, name := range field.Names {
			into[prefix+"."+name.Name] = true
		}
	}
}

func receiver(typ ast.Expr) string {
	switch typ := typ.(type) {
	case *ast.StarExpr:
		return receiver(typ.X)
	case *ast.IndexExpr:
		return receiver(typ.X)
	case *ast.Ident:
		return typ.Name
	}
	return ""
}
