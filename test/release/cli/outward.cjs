'use strict';
/*
 * Loaded into a process before everything else (`node --require`): writes down what it asks of a network, one line each, in
 * the file that OUTWARD_LOG names, and refuses whatever would leave the machine. Child processes of Node are told of it by
 * NODE_OPTIONS; those of other programs are written down themselves.
 */
const { appendFileSync } = require('node:fs');
const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const dns = require('node:dns');
const { syncBuiltinESMExports } = require('node:module');
const { Socket } = require('node:net');
const { basename } = require('node:path');

const isLoopback = (host) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** @throws Error for what is beyond loopback */
function note(kind, where, isHere) {
  appendFileSync(process.env.OUTWARD_LOG, `${isHere ? 'here' : 'OUT'} ${kind} ${where}\n`);
  if (!isHere) throw new Error(`${kind} ${where} would leave this machine.`);
}

/** Of `connect(options)`, `connect(port, host)`, `connect(path)` and of what these are made into. */
function targetOf([first, second]) {
  const [target, host] = Array.isArray(first) ? first : [first, second];
  if (typeof target === 'object') return target;
  if (typeof target === 'string' && Number.isNaN(Number(target))) return { path: target };
  return { port: target, host: typeof host === 'string' ? host : undefined };
}

const { connect } = Socket.prototype;
Socket.prototype.connect = function noted(...args) {
  const { path, host = 'localhost', port } = targetOf(args);
  if (path) note('socket', path, true);
  else note('tcp', `${host}:${port}`, isLoopback(host));
  // A name of this machine may have been made another address.
  this.once('connect', () => path || note('peer', this.remoteAddress, isLoopback(this.remoteAddress ?? '127.0.0.1')));
  return connect.apply(this, args);
};

for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(owner)) {
    if (!/^(lookup|lookupService|resolve\w*|reverse)$/.test(name)) continue;
    const asked = owner[name];
    owner[name] = function noted(host, ...rest) {
      note('dns', host, isLoopback(host));
      return asked.call(this, host, ...rest);
    };
  }
}

for (const name of ['send', 'connect', 'addMembership']) {
  dgram.Socket.prototype[name] = () => note('udp', name, false);
}

const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function noted(options) {
  note('program', basename(options.file), options.file === process.execPath);
  return spawn.call(this, options);
};

syncBuiltinESMExports();
