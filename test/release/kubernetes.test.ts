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
const overlays = ['preview', 'shared'];
const manifests = ['base', ...overlays].flatMap(filesIn).filter((path) => !path.endsWith('kustomization.yaml'));

const stateful = read('base/statefulset.yaml');
const service = read('base/service.yaml');
const policy = read('base/network-policy.yaml');
const ingress = read('base/ingress.yaml');
const [preview, shared] = overlays.map((name) => read(`${name}/kustomization.yaml`));
const forOthers = read('shared/other-namespaces.yaml');
const pod = stateful.spec.template.spec;
const [container] = pod.containers;
const ownAddress = container.env.find(({ name }: Manifest) => name === 'EMULATOR_PUBLIC_URL');
/** The arguments that the shared overlay adds. */
const added = (parse(shared.patches[1].patch) as Manifest[]).map(({ value }) => value);
/** The objects that are applied: the policy of the shared overlay with the rest of the base's. */
const applied = new Map<string, Manifest>(
  manifests.map((path) => {
    const object = read(path);
    if (path !== 'shared/other-namespaces.yaml') return [path, object];
    return [path, { ...object, spec: { ...policy.spec, ...object.spec } }];
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
    for (const name of ['base', ...overlays]) {
      const { resources, patches = [] } = read(`${name}/kustomization.yaml`);
      const listed = [...resources, ...patches.flatMap(({ path }: { path?: string }) => path ?? [])].filter(
        (each) => each !== '../base',
      );
      expect(filesIn(name).sort()).toEqual([...listed, 'kustomization.yaml'].map((file) => `${name}/${file}`).sort());
    }
    for (const { secretGenerator } of [preview, shared]) {
      const [secret] = secretGenerator;
      expect(readFileSync(join(folder, '.gitignore'), 'utf8').split('\n')).toEqual(expect.arrayContaining(secret.envs));
      expect(container.envFrom).toEqual([{ secretRef: { name: secret.name } }]);
    }
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
    const volumes = [...pod.volumes, ...stateful.spec.volumeClaimTemplates.map(({ metadata }: Manifest) => metadata)];
    expect(container.volumeMounts.map(({ name }: Manifest) => name).sort()).toEqual(
      volumes.map(({ name }) => name).sort(),
    );
    expect(container.args).toContain(`--allowed-host=${service.metadata.name}`);
    for (const { images } of [preview, shared]) expect(images[0].name).toBe(container.image);
  });

  it('needs one value for a preview: the namespace, from which the host name and the address follow', () => {
    const files = filesIn('preview').map((path) => readFileSync(join(folder, path), 'utf8').replace(/^#.*$/gm, ''));
    expect(files.join('').split(preview.namespace)).toHaveLength(2);
    const [{ value: host }] = parse(preview.patches[0].patch) as Manifest[];
    const [ofNamespace, ofHost] = preview.replacements;
    expect(ofNamespace.source).toMatchObject({ kind: 'Service', name: service.metadata.name });
    // The parts that are replaced are those that the values have.
    const [, inIngress] = ofNamespace.targets;
    expect([inIngress.fieldPaths, host.split('.')[inIngress.options.index]]).toEqual([
      ['spec.rules.0.host'],
      'preview',
    ]);
    const [inTls, inAddress] = ofHost.targets;
    expect(inTls.fieldPaths).toEqual(['spec.tls.0.hosts.0']);
    const { index, delimiter } = inAddress.options;
    expect(ownAddress.value.split(delimiter)[index]).toBe(ingress.spec.rules[0].host);
  });

  it('admits labelled namespaces to a shared emulator, whose names it accepts', () => {
    expect(shared.namespace).toBe(read('shared/namespace.yaml').metadata.name);
    const names = ['', '.svc', '.svc.cluster.local'].map(
      (rest) => `${service.metadata.name}.${shared.namespace}${rest}`,
    );
    expect(added).toEqual([...names.map((name) => `--allowed-host=${name}`), '--workspace-ttl=30d', '--fixture=empty']);
    const label = { namespaceSelector: { matchLabels: { 'payments-emulator': 'admitted' } } };
    for (const [own, base] of [
      [forOthers.spec.ingress[0].from, policy.spec.ingress[0].from],
      [forOthers.spec.egress[0].to, policy.spec.egress[0].to],
    ]) {
      expect(own).toEqual(expect.arrayContaining([label, ...base]));
      expect(own).toHaveLength(base.length + 1);
    }
    expect(forOthers.spec.egress[1]).toEqual(policy.spec.egress[1]);
    expect([pod.securityContext.runAsUser, pod.securityContext.fsGroup]).toEqual([1000, 1000]);
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
    const variables = container.env.map(({ name, value }: Manifest) => [name, value]);
    const args = [...container.args, ...added].map((each: string) => each.replace('0.0.0.0', '127.0.0.1'));
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
    for (const host of ['emulator:4747', 'emulator.payments.svc:4747', ingress.spec.rules[0].host])
      expect((await ask('/api/v1/balance', host, key)).status).toBe(200);
    expect((await ask('/_emulator/status', 'emulator:4747')).status).toBe(401);
    expect(existsSync(join(data.path, 'lost+found'))).toBe(true);
  });
});
