require 'json'
require 'minitest/autorun'
require 'net/http'

class Workspace
  EMULATOR = ENV.fetch('EMULATOR_URL', 'http://127.0.0.1:4747')

  # One for each process.
  def self.own
    @own ||= new
  end

  attr_reader :id, :api_base, :secret_key, :webhook_secret

  def initialize
    made = call('POST', "#{EMULATOR}/_emulator/workspaces", {})
    @id, @api_base, @webhook_secret = made.values_at('id', 'api_base', 'webhook_secret')
    @secret_key = made.dig('keys', 'secret', 'test')
    control('POST', '/clock', { mode: 'frozen' })
  end

  def control(method, path, body = nil)
    call(method, "#{EMULATOR}/_emulator#{path}#{path.include?('?') ? '&' : '?'}workspace=#{id}", body)
  end

  def api(method, path, body = nil)
    call(method, "#{api_base}#{path}", body, 'Authorization' => "Bearer #{secret_key}")
  end

  private

  def call(method, url, body, headers = {})
    uri = URI(url)
    headers = { 'Content-Type' => 'application/json' }.merge(headers)
    answer = Net::HTTP.start(uri.host, uri.port) do |http|
      http.send_request(method, uri.request_uri, body && JSON.generate(body), headers)
    end
    parsed = JSON.parse(answer.body)
    raise "#{method} #{url}: #{parsed['error']}" unless answer.is_a?(Net::HTTPSuccess)

    parsed['data']
  end
end

# Include it in a test class: a marker with the test's name, a snapshot before it, restored after it.
module WithEmulator
  def emulator
    Workspace.own
  end

  def before_setup
    super
    emulator.control('POST', '/markers', { text: "#{self.class}##{name}" })
    emulator.control('POST', '/snapshots', { name: 'before' })
  end

  def after_teardown
    emulator.control('POST', '/markers', { text: "#{self.class}##{name}", failed: true }) unless failures.empty?
    emulator.control('POST', '/snapshots/before/restore', {})
    super
  end
end
