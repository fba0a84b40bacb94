package openservice_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/openservicekit/openservice"

// source is one file of the module that is not a test.
type source struct {
	name    string
	file    *ast.File
	imports map[string]string // local name to path
}

// sources parses the library's files; examples and generators are programs.
func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "examples" || (d.Name() != "." && strings.HasPrefix(d.Name(), "."))) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if file.Name.Name == "main" {
			return nil
		}
		s := source{name: filepath.ToSlash(name), file: file, imports: map[string]string{}}
		for _, i := range file.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			local := path[strings.LastIndexByte(path, '/')+1:]
			if i.Name != nil {
				local = i.Name.Name
			}
			s.imports[local] = path
		}
		out = append(out, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func thirdParty(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".") && path != module && !strings.HasPrefix(path, module+"/")
}

// exported calls visit for each exported declaration, with its doc comment and the
// parts of it that users see.
func exported(file *ast.File, visit func(name string, doc *ast.CommentGroup, shape ast.Node)) {
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv != nil && !ast.IsExported(receiver(decl.Recv.List[0].Type)) || !decl.Name.IsExported() {
				continue
			}
			visit(decl.Name.Name, decl.Doc, decl.Type)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() {
						doc := spec.Doc
						if doc == nil {
							doc = decl.Doc
						}
						visit(spec.Name.Name, doc, visible(spec.Type))
					}
				case *ast.ValueSpec:
					doc := spec.Doc
					if doc == nil {
						doc = spec.Comment
					}
					if doc == nil {
						doc = decl.Doc
					}
					for _, name := range spec.Names {
						if name.IsExported() {
							visit(name.Name, doc, spec.Type)
						}
					}
				}
			}
		}
	}
}

// visible is a struct without its unexported fields; other types are as they are.
func visible(typ ast.Expr) ast.Expr {
	s, ok := typ.(*ast.StructType)
	if !ok {
		return typ
	}
	out := &ast.StructType{Fields: new(ast.FieldList)}
	for _, field := range s.Fields.List {
		if len(field.Names) == 0 || field.Names[0].IsExported() {
			out.Fields.List = append(out.Fields.List, field)
		}
	}
	return out
}

// TestRepo_ExportedAPI: every exported identifier has a comment, and none of a
// dependency's types shows in a signature.
func TestRepo_ExportedAPI(t *testing.T) {
	for _, s := range sources(t) {
		if strings.Contains(s.name, "internal/") {
			continue
		}
		exported(s.file, func(name string, doc *ast.CommentGroup, shape ast.Node) {
			if doc == nil || strings.TrimSpace(doc.Text()) == "" {
				switch name { // what the interfaces they implement say is enough
				case "Error", "Unwrap", "String", "Format", "LogValue", "Is":
				default:
					t.Errorf("%s: %s has no comment", s.name, name)
				}
			}
			if shape == nil {
				return
			}
			ast.Inspect(shape, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok {
					if pkg, ok := sel.X.(*ast.Ident); ok && thirdParty(s.imports[pkg.Name]) {
						t.Errorf("%s: %s shows %s.%s of a dependency", s.name, name, pkg.Name, sel.Sel.Name)
					}
				}
				return true
			})
		})
	}
}

// TestRepo_NothingAmbient: libraries take clock, environment, network and zone data
// from their caller. time.Now stands only for a nil clock.
func TestRepo_NothingAmbient(t *testing.T) {
	forbidden := map[string][]string{
		"os":       {"Getenv", "LookupEnv", "Environ", "Exit"},
		"net/http": {"DefaultClient", "DefaultTransport", "Get", "Post", "ListenAndServe"},
		"log":      {"Print", "Printf", "Println", "Fatal", "Fatalf"},
		"log/slog": {"Default", "Info", "Warn", "Error", "Debug"},
		"time":     {"Local", "Sleep", "Since", "Until"},
	}
	for _, s := range sources(t) {
		if _, ok := s.imports["tzdata"]; ok {
			t.Errorf("%s imports time/tzdata: that is for programs", s.name)
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
					if pkg, ok := sel.X.(*ast.Ident); ok && s.imports[pkg.Name] == "time" && sel.Sel.Name == "Now" {
						t.Errorf("%s calls time.Now", s.name)
					}
				}
			}
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if !ok {
				return true
			}
			for _, name := range forbidden[s.imports[pkg.Name]] {
				if sel.Sel.Name == name {
					t.Errorf("%s uses %s.%s", s.name, pkg.Name, name)
				}
			}
			return true
		})
	}
}

// TestRepo_PackageComments: every package says what it is.
func TestRepo_PackageComments(t *testing.T) {
	said, all := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		dir := filepath.Dir(s.name)
		all[dir] = true
		if s.file.Doc != nil && strings.HasPrefix(s.file.Doc.Text(), "Package "+s.file.Name.Name+" ") {
			said[dir] = true
		}
	}
	for dir := range all {
		if !said[dir] {
			t.Errorf("%s has no package comment", dir)
		}
	}
}
