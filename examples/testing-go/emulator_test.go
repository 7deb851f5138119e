package shop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

// Workspace has data, keys and a clock that nobody else has.
type Workspace struct {
	ID            string `json:"id"`
	APIBase       string `json:"api_base"`
	WebhookSecret string `json:"webhook_secret"`
	Keys          struct {
		Secret struct {
			Test string `json:"test"`
		} `json:"secret"`
	} `json:"keys"`
}

var workspace Workspace

func emulatorURL() string {
	if url := os.Getenv("EMULATOR_URL"); url != "" {
		return url
	}
	return "http://127.0.0.1:4747"
}

func TestMain(m *testing.M) {
	err := call("POST", emulatorURL()+"/_emulator/workspaces", "", map[string]any{}, &workspace)
	if err == nil {
		clock := emulatorURL() + "/_emulator/clock?workspace=" + workspace.ID
		err = call("POST", clock, "", map[string]any{"mode": "frozen"}, nil)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// emulator is the workspace, which is after the test what it was before.
func emulator(t *testing.T) *Workspace {
	t.Helper()
	w := &workspace
	w.Control(t, "POST", "/markers", map[string]any{"text": t.Name()}, nil)
	w.Control(t, "POST", "/snapshots", map[string]any{"name": "before"}, nil)
	t.Cleanup(func() {
		if t.Failed() {
			w.Control(t, "POST", "/markers", map[string]any{"text": t.Name(), "failed": true}, nil)
		}
		w.Control(t, "POST", "/snapshots/before/restore", map[string]any{}, nil)
	})
	return w
}

// Control calls the control API and puts the data of its answer into data.
func (w *Workspace) Control(t *testing.T, method, path string, body, data any) {
	t.Helper()
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	if err := call(method, emulatorURL()+"/_emulator"+path+mark+"workspace="+w.ID, "", body, data); err != nil {
		t.Fatal(err)
	}
}

// API calls the merchant API with the workspace's secret key.
func (w *Workspace) API(t *testing.T, method, path string, body, data any) {
	t.Helper()
	if err := call(method, w.APIBase+path, w.Keys.Secret.Test, body, data); err != nil {
		t.Fatal(err)
	}
}

func call(method, url, key string, body, data any) error {
	sent := new(bytes.Buffer)
	if body != nil {
		if err := json.NewEncoder(sent).Encode(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequest(method, url, sent)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer := struct {
		Data  any    `json:"data"`
		Error string `json:"error"`
	}{Data: data}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if response.StatusCode >= 400 {
		return fmt.Errorf("%s %s: %s", method, url, answer.Error)
	}
	return nil
}
