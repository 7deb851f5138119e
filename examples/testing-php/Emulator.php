<?php
final class Emulator
{
    public readonly string $id;
    public readonly string $apiBase;
    public readonly string $secretKey;
    public readonly string $webhookSecret;
    private readonly string $url;

    /** A workspace of its own: make one for each process. */
    public function __construct()
    {
        $this->url = (getenv('EMULATOR_URL') ?: 'http://127.0.0.1:4747') . '/_emulator';
        $made = $this->call('POST', "$this->url/workspaces", []);
        $this->id = $made['id'];
        $this->apiBase = $made['api_base'];
        $this->secretKey = $made['keys']['secret']['test'];
        $this->webhookSecret = $made['webhook_secret'];
        $this->control('POST', '/clock', ['mode' => 'frozen']);
    }

    public function begin(string $test): void
    {
        $this->control('POST', '/markers', ['text' => $test]);
        $this->control('POST', '/snapshots', ['name' => 'before']);
    }

    public function finish(string $test, bool $failed): void
    {
        if ($failed) {
            $this->control('POST', '/markers', ['text' => $test, 'failed' => true]);
        }
        $this->control('POST', '/snapshots/before/restore', []);
    }

    public function control(string $method, string $path, ?array $body = null): array
    {
        $mark = str_contains($path, '?') ? '&' : '?';
        return $this->call($method, "$this->url$path{$mark}workspace=$this->id", $body);
    }

    public function api(string $method, string $path, ?array $body = null): array
    {
        return $this->call($method, $this->apiBase . $path, $body, ["Authorization: Bearer $this->secretKey"]);
    }

    private function call(string $method, string $url, ?array $body, array $headers = []): array
    {
        $http = [
            'method' => $method,
            'header' => ['Content-Type: application/json', ...$headers],
            'content' => $body === null ? '' : json_encode((object) $body),
            'ignore_errors' => true,
        ];
        $answer = json_decode(file_get_contents($url, false, stream_context_create(['http' => $http])), true);
        if (isset($answer['error'])) {
            throw new RuntimeException("$method $url: {$answer['error']}");
        }
        return $answer['data'];
    }
}
