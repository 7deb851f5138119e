import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { startProcess, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { freePort } from '../support/free-port.ts';
import { rawRequest, sendRaw } from '../support/raw-http.ts';

/*
 * No cluster is needed to know that the example is one that Kubernetes takes: its schemas, as the types that
 * `kubernetes-types` makes of them, judge each object, what an object names is looked for in the others, and the emulator
 * is started as the pod would start it, but on loopback.
 */

const folder = join(projectFolder, 'examples/kubernetes');
// biome-ignore lint/suspicious/noExplicitAny: the compiler judges these objects by the schemas of Kubernetes
type Manifest = any;
const read = (path: string): Manifest => parse(readFileSync(join(folder, path), 'utf8'));
const filesIn = (name: string) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`);
const manifests = ['base', 'preview'].flatMap(filesIn).filter((path) => !path.endsWith('kustomization.yaml'));

const stateful = read('base/statefulset.yaml');
const service = read('base/service.yaml');
const policy = read('base/network-policy.yaml');
const ingress = read('preview/ingress.yaml');
const overlay = read('preview/kustomization.yaml');
const pod = stateful.spec.template.spec;
const [container] = pod.containers;
const [ownAddress] = read('preview/address.yaml').spec.template.spec.containers[0].env;
/** The objects that are applied: of the pod's object, with what the overlay adds to it. */
const applied = new Map<string, Manifest>(
  manifests.map((path) => {
    if (path !== 'preview/address.yaml') return [path, read(path)];
    const patched = structuredClone(stateful);
    patched.spec.template.spec.containers[0].env.push(ownAddress);
    return [path, patched];
  }),
);
const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];

/** The line of a program that has an object of a kind. */
const typed = ({ apiVersion, kind }: Manifest, value: string): string => {
  const group = apiVersion.includes('/') ? apiVersion.split('.')[0].split('/')[0] : 'core';
  return `import type { ${kind} } from 'kubernetes-types/${group}/${apiVersion.split('/').at(-1)}';\nexport const it: ${kind} = ${value};\n`;
};

describe('the example for Kubernetes', () => {
  it('has no object that the schemas of Kubernetes refuse', async () => {
    const { path } = temporaryFolder();
    symlinkSync(join(projectFolder, 'node_modules'), join(path, 'node_modules'));
    mkdirSync(join(path, 'wrong'));
    const names: string[] = [];
    for (const [manifest, object] of applied) {
      const [name, text] = [`${manifest.replace(/\W/g, '_')}.ts`, JSON.stringify(object, null, 2)];
      names.push(name);
      writeFileSync(join(path, name), typed(object, text));
      // A field that is misspelt or has another type must not pass.
      const misspelt = text.replace('"metadata"', '"metaData"');
      writeFileSync(join(path, 'wrong', name), typed(object, misspelt));
      writeFileSync(join(path, 'wrong', `n${name}`), typed(object, text.replace(/"name": "[^"]+"/, '"name": 7')));
    }
    const compiler = join(projectFolder, 'node_modules/@typescript/native/bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
    const wrong = readdirSync(join(path, 'wrong')).map((name) => `wrong/${name}`);
    const { stdout } = await execa(process.execPath, [compiler, ...options, ...names, ...wrong], {
      cwd: path,
      reject: false,
    });
    const refused = new Set([...stdout.matchAll(/^(\S+\.ts)\(/gm)].map(([, file]) => file!));
    expect([...refused].sort(), stdout).toEqual(wrong.sort());
  });

  it('lists each of its files, and no token', () => {
    for (const name of ['base', 'preview']) {
      const { resources, patches = [] } = read(`${name}/kustomization.yaml`);
      const listed = [...resources, ...patches.map(({ path }: { path: string }) => path)].filter(
        (each) => each !== '../base',
      );
      expect(filesIn(name).sort()).toEqual([...listed, 'kustomization.yaml'].map((file) => `${name}/${file}`).sort());
    }
    const [secret] = overlay.secretGenerator;
    expect(readFileSync(join(folder, '.gitignore'), 'utf8').split('\n')).toEqual(expect.arrayContaining(secret.envs));
    expect(container.envFrom).toEqual([{ secretRef: { name: secret.name } }]);
    expect(JSON.stringify([...applied.values()])).not.toMatch(/emu_\w/);
  });

  it('has objects that find each other', () => {
    const { labels } = stateful.spec.template.metadata;
    expect([stateful.spec.selector.matchLabels, service.spec.selector, policy.spec.podSelector.matchLabels]).toEqual([
      labels,
      labels,
      labels,
    ]);
    const [port] = container.ports;
    const named = [
      service.spec.ports[0].targetPort,
      policy.spec.ingress[0].ports[0].port,
      ...probes.map(({ httpGet }) => httpGet.port),
    ];
    expect(new Set(named)).toEqual(new Set([port.name]));
    const [rule] = ingress.spec.rules;
    const { backend } = rule.http.paths[0];
    expect(backend.service).toEqual({ name: service.metadata.name, port: { name: service.spec.ports[0].name } });
    expect([`https://${rule.host}`, ingress.spec.tls[0].hosts]).toEqual([ownAddress.value, [rule.host]]);
    expect(overlay.namespace).toBe(read('preview/namespace.yaml').metadata.name);
    const volumes = [...pod.volumes, ...stateful.spec.volumeClaimTemplates.map(({ metadata }: Manifest) => metadata)];
    expect(container.volumeMounts.map(({ name }: Manifest) => name).sort()).toEqual(
      volumes.map(({ name }) => name).sort(),
    );
    expect(container.args).toContain(`--allowed-host=${service.metadata.name}`);
    expect(overlay.images[0].name).toBe(container.image);
  });

  it('asks for what the strictest of the Pod Security Standards demands', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    // What the image writes to is mounted.
    const image = readFileSync(join(projectFolder, 'Dockerfile'), 'utf8');
    const [, data] = /^ENV EMULATOR_DATA_DIR=(\S+)$/m.exec(image)!;
    expect(container.volumeMounts.map(({ mountPath }: Manifest) => mountPath)).toEqual([data, '/tmp']);
    expect(image).toMatch(/^USER node$/m);
  });
});

describe('the emulator of the pod', () => {
  beforeAll(() => ensureBuilt(), 120_000);

  it('starts as the pod starts it, and is well for the probes, the namespace and the ingress alone', async () => {
    const data = temporaryFolder();
    // A fresh volume of ext4 has it.
    mkdirSync(join(data.path, 'lost+found'));
    const port = await freePort();
    const variables = [...container.env, ownAddress].map(({ name, value }: Manifest) => [name, value]);
    const args = container.args.map((each: string) => each.replace('0.0.0.0', '127.0.0.1'));
    const env = {
      ...Object.fromEntries(variables),
      EMULATOR_DATA_DIR: data.path,
      EMULATOR_TOKEN: 'emu_0123456789abcdef',
    };
    const running = await startProcess([...args.slice(1), '--port', String(port)], { env });
    onTestFinished(() => running.stop());
    const url = `http://127.0.0.1:${port}`;
    const ask = (path: string, host: string, headers = {}) =>
      sendRaw(url, rawRequest(`GET ${path} HTTP/1.1`, { Host: host, ...headers }));
    // The kubelet calls the pod by its address.
    for (const { httpGet } of probes) {
      expect(httpGet.httpHeaders).toBeUndefined();
      expect((await ask(httpGet.path, '10.0.0.7:4747')).status).toBe(200);
    }
    expect((await ask('/_emulator/health', 'pod.example.com')).status).toBe(403);
    expect((await ask('/_emulator/status', '10.0.0.7:4747')).status).toBe(403);
    const key = { Authorization: 'Bearer sk_test_demo' };
    for (const host of ['emulator:4747', ingress.spec.rules[0].host])
      expect((await ask('/api/v1/balance', host, key)).status).toBe(200);
    expect((await ask('/_emulator/status', 'emulator:4747')).status).toBe(401);
    expect(existsSync(join(data.path, 'lost+found'))).toBe(true);
  });
});
