using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json.Nodes;

/// <summary>A workspace of the emulator for one test, with its own data, keys and clock.</summary>
public sealed class Emulator : IAsyncDisposable
{
    private static readonly string Url = Environment.GetEnvironmentVariable("EMULATOR_URL") ?? "http://127.0.0.1:4747";
    private static readonly HttpClient Client = new();
    private readonly JsonNode workspace;

    private Emulator(JsonNode workspace) => this.workspace = workspace;

    public string Id => (string)workspace["id"]!;
    public string ApiBase => (string)workspace["api_base"]!;
    public string SecretKey => (string)workspace["keys"]!["secret"]!["test"]!;
    public string WebhookSecret => (string)workspace["webhook_secret"]!;

    /// <param name="test">The name of the test, for what exec prints if it fails.</param>
    public static async Task<Emulator> OpenAsync(string test)
    {
        var workspace = await SendAsync(HttpMethod.Post, $"{Url}/_emulator/workspaces", null, new { });
        var emulator = new Emulator(workspace!);
        await emulator.ControlAsync(HttpMethod.Post, "/clock", new { mode = "frozen" });
        await emulator.ControlAsync(HttpMethod.Post, "/markers", new { text = test });
        return emulator;
    }

    /// <summary>Calls the merchant API with the secret key of the workspace.</summary>
    public Task<JsonNode?> ApiAsync(HttpMethod method, string path, object? body = null) =>
        SendAsync(method, ApiBase + path, SecretKey, body);

    /// <summary>Calls the control API.</summary>
    public Task<JsonNode?> ControlAsync(HttpMethod method, string path, object? body = null) =>
        SendAsync(method, $"{Url}/_emulator{path}{(path.Contains('?') ? '&' : '?')}workspace={Id}", null, body);

    /// <summary>Removes the workspace.</summary>
    public async ValueTask DisposeAsync() =>
        await SendAsync(HttpMethod.Delete, $"{Url}/_emulator/workspaces/{Id}", null, null);

    private static async Task<JsonNode?> SendAsync(HttpMethod method, string url, string? key, object? body)
    {
        using var request = new HttpRequestMessage(method, url);
        if (key != null) request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);
        if (body != null) request.Content = JsonContent.Create(body, body.GetType());
        using var response = await Client.SendAsync(request);
        var text = await response.Content.ReadAsStringAsync();
        if (!response.IsSuccessStatusCode) throw new InvalidOperationException($"{method} {url}: {text}");
        return text == "" ? null : JsonNode.Parse(text)!["data"];
    }
}
