// Renders the chart as Helm does, by the same template language and functions: go run render.go CHART RELEASE NAMESPACE < values.json
// Its output is JSON: the text of each template by its path. Of Helm's own functions it has those below.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

// files is what .Files is in a template: files of the chart outside of its templates.
type files struct{ folder string }

func (f files) Get(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(f.folder, name))
	return string(text), err
}

func main() {
	rendered, err := render(os.Args[1], os.Args[2], os.Args[3])
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(rendered)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(chart, release, namespace string) (map[string]string, error) {
	values := object{}
	if err := json.NewDecoder(os.Stdin).Decode(&values); err != nil {
		return nil, err
	}
	about := object{}
	text, err := os.ReadFile(filepath.Join(chart, "Chart.yaml"))
	if err == nil {
		err = yaml.Unmarshal(text, &about)
	}
	if err != nil {
		return nil, err
	}
	root := object{
		"Values":  values,
		"Chart":   object{"Name": about["name"], "Version": about["version"]},
		"Release": object{"Name": release, "Namespace": namespace, "Service": "Helm"},
		"Files":   files{chart},
	}
	// Helm renders a value that is not there as empty, and so does this option of both.
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if _, err := all.New(filepath.Base(path)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	rendered := map[string]string{}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text bytes.Buffer
		if err := all.ExecuteTemplate(&text, name, root); err != nil {
			return nil, err
		}
		rendered[name] = strings.ReplaceAll(text.String(), "<no value>", "")
	}
	return rendered, nil
}

// functions are those of sprig without what Helm takes out, and those that Helm adds.
func functions(all *template.Template) template.FuncMap {
	known := sprig.TxtFuncMap()
	delete(known, "env")
	delete(known, "expandenv")
	known["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	known["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	known["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	return known
}
