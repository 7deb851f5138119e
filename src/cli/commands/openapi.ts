import type { Session } from '../session.ts';

/** Prints the interface description; it is made from the declarations, so that no emulator need run. */
export async function openapi({ client, out }: Session, version: string): Promise<void> {
  const [{ buildOpenApi }, { Registry }, { resources }] = await Promise.all([
    import('../../http/openapi.ts'),
    import('../../engine/registry.ts'),
    import('../../resources/registry.ts'),
  ]);
  const description = buildOpenApi(new Registry(resources), version, client.url);
  out.raw(JSON.stringify(description, null, out.json ? undefined : 2));
}
