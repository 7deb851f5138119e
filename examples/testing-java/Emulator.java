import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A workspace of the emulator for one test, with its own data, keys and clock. Bodies and answers are JSON texts. */
final class Emulator implements AutoCloseable {
    private static final String URL = System.getenv().getOrDefault("EMULATOR_URL", "http://127.0.0.1:4747");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    final String id;
    final String apiBase;
    final String secretKey;
    final String webhookSecret;

    /** @param test the name of the test, for what {@code exec} prints if it fails */
    Emulator(String test) {
        String workspace = send("POST", URL + "/_emulator/workspaces", null, "{}");
        id = field(workspace, "id");
        apiBase = field(workspace, "api_base");
        webhookSecret = field(workspace, "webhook_secret");
        secretKey = field(workspace.substring(workspace.indexOf("\"secret\"")), "test");
        control("POST", "/clock", "{\"mode\": \"frozen\"}");
        control("POST", "/markers", "{\"text\": \"" + test + "\"}");
    }

    /** Calls the merchant API with the secret key of the workspace. */
    String api(String method, String path, String body) {
        return send(method, apiBase + path, secretKey, body);
    }

    /** Calls the control API. */
    String control(String method, String path, String body) {
        String mark = path.contains("?") ? "&" : "?";
        return send(method, URL + "/_emulator" + path + mark + "workspace=" + id, null, body);
    }

    /** Removes the workspace. */
    @Override
    public void close() {
        send("DELETE", URL + "/_emulator/workspaces/" + id, null, null);
    }

    /** The first text or number of that name in a JSON text. A project that has a JSON library reads answers with it. */
    static String field(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"?([^\",}\\]]+)").matcher(json);
        if (!found.find()) throw new AssertionError("There is no " + name + " in " + json);
        return found.group(1);
    }

    private static String send(String method, String url, String key, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (key != null) request.header("Authorization", "Bearer " + key);
        if (body != null) request.header("Content-Type", "application/json");
        request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() >= 400) throw new AssertionError(method + " " + url + ": " + response.body());
            return response.body();
        } catch (IOException error) {
            throw new UncheckedIOException(method + " " + url + " was not answered", error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new AssertionError(error);
        }
    }
}
