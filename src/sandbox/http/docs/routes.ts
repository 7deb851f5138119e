import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { isLoopbackAuthority } from '../../../core/base/hosts.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import { remembering } from '../../../core/base/once.ts';
import { Turns } from '../../../core/base/turns.ts';
import { notFound } from '../../../core/kernel/errors.ts';
import { appTokens, type Workspace } from '../../../core/kernel/workspace.ts';
import type { Assets } from '../../../pages/assets.ts';
import { html, raw } from '../../../pages/html.ts';
import { publicOriginOf } from '../../../payments/platform/surroundings.ts';
import { testCards } from '../../../payments/simulation/cards.ts';
import type { Reach } from '../../control/operation.ts';
import { keysOf } from '../../control/workspaces/keys.ts';
import type { Described } from '../../profile/descriptions.ts';
import { redirect, servedAs } from '../replies.ts';
import { tokenOf } from '../surfaces/admission.ts';
import type { ControlApi } from '../surfaces/control.ts';
import type { Caller } from './api-page.ts';
import { brand, renderDocument } from './layout.ts';
import { serveMailPages } from './mail-routes.ts';
import { manualIndex, manualPicture, manualText } from './manual.ts';
import { sendPage } from './send-page.ts';

/** The addresses of the interface descriptions. */
const descriptions = [
  ['/openapi.json', 'merchant'],
  ['/openapi-client.json', 'client'],
] as const;

type DescribedApi = (typeof descriptions)[number][1];

/** The documents have their own share of each turn, whoever reads them. */
const ownGroup = 'documents';

/** Stands for the origin in a stored interface description. */
const anyOrigin = 'http://origin.invalid';

/**
 * Registers the interface descriptions, and the docs for people and programs. Each document is created on request,
 * never at the start.
 * @returns the paths, in the notation of operations
 */
export function registerDocs(app: FastifyInstance, control: ControlApi, assets: Assets): readonly string[] {
  const documents = new Documents(app, control, assets);
  documents.serveDescriptions();
  documents.serveEntries();
  documents.serveReference();
  documents.serveManual();
  serveMailPages(documents.serve, control, assets);
  documents.serveForAgents();
  return documents.served;
}

class Documents {
  /** The paths so far, in the notation of operations. */
  readonly served: string[] = [];
  readonly #app: FastifyInstance;
  readonly #control: ControlApi;
  readonly #assets: Assets;
  /** The interface descriptions, which name `anyOrigin`. */
  readonly #descriptions = new Map<DescribedApi, Promise<string>>();
  /** The newest page of the API, and the caller that it shows. */
  #apiPage: { readonly shown: string; readonly page: () => Promise<string> } | null = null;
  /** The declarations that the documents describe: what captures confirmed is marked, and a profile is applied. */
  readonly #described: () => Promise<Described>;

  constructor(app: FastifyInstance, control: ControlApi, assets: Assets) {
    this.#app = app;
    this.#control = control;
    this.#assets = assets;
    const { profile, confirmed, engine } = control.sandbox;
    this.#described = remembering(async () => {
      const { registry } = engine;
      const own =
        confirmed === null ? registry : (await import('../../profile/verdicts.ts')).withConfirmed(registry, confirmed);
      return profile === null ? own : (await import('../../profile/describe.ts')).describedBy(profile, own);
    });
  }

  /** Waits for the turn of the documents, of which some take long: all their readers together have one share. */
  readonly #turn = async (): Promise<void> => {
    const { isTokenRequired, sandbox } = this.#control;
    if (isTokenRequired) await sandbox.turns.next(ownGroup);
  };

  /** Registers a document. @param reach how it relates to one workspace; absent for documents about the emulator */
  readonly serve = (url: string, handler: RouteHandlerMethod, reach?: Reach): void => {
    const config = reach === undefined ? {} : { config: { reach } };
    this.#app.route({ method: servedAs('GET'), url, handler, onRequest: this.#turn, ...config });
    this.served.push(url.replace(/:(\w+)/g, '{$1}'));
    if (url.includes(':')) return;
    // People often type the address of a folder with a slash at the end.
    this.#app.route({
      method: servedAs('GET'),
      url: `${url}/`,
      handler: async (_request, reply) => redirect(reply, url, 302),
    });
  };

  serveDescriptions(): void {
    for (const [path, api] of descriptions) {
      this.serve(path, async (request, reply) => {
        const text = await this.#descriptionOf(api);
        const origin = this.#originOf(request);
        return reply.type('application/json; charset=utf-8').send(text.replaceAll(anyOrigin, () => origin));
      });
    }
  }

  serveEntries(): void {
    // Browsers get the inspector, and programs are redirected to the docs.
    this.#app.route({
      method: servedAs('GET'),
      url: '/',
      handler: async ({ headers }, reply) =>
        redirect(reply, headers.accept?.includes('text/html') === true ? '/inspector' : '/docs', 302),
    });
    this.serve('/inspector', async (_request, reply) => {
      const { inspectorPage, inspectorPolicy } = await import('../inspector-page.ts');
      return sendPage(reply, inspectorPage(this.#assets), inspectorPolicy);
    });
    this.serve('/docs', async (request, reply) => {
      const { startPage } = await import('./start-page.ts');
      return sendPage(
        reply,
        startPage({
          assets: this.#assets,
          version: this.#control.sandbox.version,
          origin: this.#originOf(request),
          keys: keysOf(this.#control.sandbox, this.#workspace),
          showsSecrets: this.#showsKeys(request),
          cards: testCards.flatMap(({ number, behaviour, about }) =>
            behaviour === null ? [] : [[number, about] as const],
          ),
          manual: manualIndex(),
          registry: await this.#described(),
        }),
      );
    });
  }

  serveReference(): void {
    this.serve('/docs/api', async (request, reply) => {
      return sendPage(reply, await this.#apiPageFor(this.#exampleCaller(request)));
    });
    this.serve('/docs/search', async (request, reply) => {
      const { searchPage } = await import('./search.ts');
      const { q } = request.query as { q?: unknown };
      return sendPage(reply, await searchPage(await this.#described(), this.#assets, typeof q === 'string' ? q : ''));
    });
    // Browsers request the icon for every response without its own icon: JSON, a message's text, a PDF.
    this.serve('/favicon.ico', async (_request, reply) =>
      reply.type('image/svg+xml').send(this.#assets.brandIcon(brand)),
    );
  }

  serveManual(): void {
    this.serve('/docs/manual', async (_request, reply) => redirect(reply, '/docs/manual/getting-started', 302));
    this.serve('/docs/manual/:name', async (request, reply) => {
      const { name } = request.params as { name: string };
      const picture = await manualPicture(name);
      if (picture !== undefined) return reply.type(picture.type).send(picture.bytes);
      const text = name.endsWith('.md') ? await manualText(name.slice(0, -3), 'md') : undefined;
      if (text !== undefined) return reply.type('text/markdown; charset=utf-8').send(text);
      const body = await manualText(name, 'html');
      if (body === undefined) throw notFound('document', name);
      return sendPage(reply, this.#manualPage(name, body));
    });
  }

  serveForAgents(): void {
    this.serve('/llms.txt', async (request, reply) => {
      const { llmsText } = await import('./llms.ts');
      return reply.type('text/plain; charset=utf-8').send(llmsText(this.#originOf(request), manualIndex()));
    });
  }

  /** The origin by which the caller reaches the emulator. Behind a proxy, only the public origin has its scheme and port. */
  #originOf({ protocol, headers: { host = '' } }: FastifyRequest): string {
    const known = new URL(publicOriginOf(this.#control.sandbox.engine));
    return host.replace(/:\d+$/, '') === known.hostname && !isLoopbackAuthority(host)
      ? known.origin
      : `${protocol}://${host}`;
  }

  /** The text of an interface description. It takes a hundred times as long as most calls, so it is created once. */
  #descriptionOf(api: DescribedApi): Promise<string> {
    return getOrMake(this.#descriptions, api, async () => {
      const { buildOpenApi } = await import('../openapi/openapi.ts');
      return JSON.stringify(buildOpenApi(await this.#described(), this.#control.sandbox.version, anyOrigin, api));
    });
  }

  /** The page of the API, which is created again only for another caller. */
  #apiPageFor(caller: Caller): Promise<string> {
    const shown = JSON.stringify(caller);
    if (this.#apiPage?.shown !== shown) {
      const page = remembering(async () => {
        const { apiPage } = await import('./api-page.ts');
        const { isTokenRequired, sandbox } = this.#control;
        const turns = isTokenRequired ? sandbox.turns.slicesOf(ownGroup) : new Turns();
        return apiPage(await this.#described(), this.#assets, caller, turns);
      });
      this.#apiPage = { shown, page };
    }
    return this.#apiPage.page();
  }

  #manualPage(name: string, body: string): string {
    const manual = manualIndex();
    const { title } = manual.find((entry) => entry.name === name)!;
    const list = manual.map((entry) => ({ path: `/docs/manual/${entry.name}`, title: entry.title }));
    return renderDocument({
      assets: this.#assets,
      title,
      path: `/docs/manual/${name}`,
      listTitle: 'Manual',
      list,
      body: html`${raw(body)}`,
    });
  }

  get #workspace(): Workspace {
    const { engine, defaultWorkspace } = this.#control.sandbox;
    return engine.workspace(defaultWorkspace)!;
  }

  /** Whether a page may show the keys of the default workspace. It may not if a token protects them. */
  #showsKeys(request: FastifyRequest): boolean {
    return !this.#control.isTokenRequired && tokenOf(this.#control, request) === null;
  }

  /**
   * The caller in examples. If the control API requires a token, no page and no file may show the keys that the token
   * protects.
   */
  #exampleCaller(request: FastifyRequest): Caller {
    const { sandbox } = this.#control;
    const workspace = this.#workspace;
    const shown = { origin: this.#originOf(request), workspace: workspace.id };
    if (!this.#showsKeys(request)) return { ...shown, key: null, appToken: null };
    const ofWorkspace = { workspace_id: [workspace.id] };
    const appToken = sandbox.engine.state.root.of(appTokens).newest(ofWorkspace)?.id ?? null;
    return { ...shown, key: keysOf(sandbox, workspace).keys.secret.test, appToken };
  }
}
