import { chainIdOf } from '../../chain/network.js'
import { isRecord } from '../../chain/shape.js'

export type Local = {
  readonly chains: ReadonlyMap<number, string>
  readonly relay: string | undefined
  readonly projectId: string
}

/** The chains and relay this page was served with. */
export async function loadLocal(url: string): Promise<Local> {
  try {
    return readLocal(await (await fetch(url)).json())
  } catch {
    // Served alone, the wallet still shows its accounts; it says what it cannot reach.
    return readLocal(undefined)
  }
}

export function readLocal(value: unknown): Local {
  const { chains, relay, projectId } = isRecord(value) ? value : {}
  const urls = new Map<number, string>()
  for (const [caip2, url] of Object.entries(isRecord(chains) ? chains : {})) {
    const id = chainIdOf(caip2)
    if (id !== undefined && typeof url === 'string') urls.set(id, url)
  }
  return {
    chains: urls,
    relay: typeof relay === 'string' ? relay : undefined,
    projectId: typeof projectId === 'string' ? projectId : 'sample-wallet',
  }
}
