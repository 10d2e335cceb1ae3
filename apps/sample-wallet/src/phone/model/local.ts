import { isRecord } from '@latchkey/wire/json'
import { localSolana } from '../../chain/familyNetwork.js'

export type Local = {
  /** By CAIP-2 id. */
  readonly nodes: ReadonlyMap<string, string>
  readonly relay: string | undefined
  readonly projectId: string
}

/** The chains and relay this page was served with. */
export async function loadLocal(url: string): Promise<Local> {
  try {
    return readLocal(await (await fetch(url)).json())
  } catch {
    // Without the dev stack the wallet still shows its accounts.
    return readLocal(undefined)
  }
}

export function readLocal(value: unknown): Local {
  const { chains, solana, relay, projectId } = isRecord(value) ? value : {}
  const nodes = new Map<string, string>()
  for (const [caip2, url] of Object.entries({
    ...(isRecord(chains) && chains),
    [localSolana]: solana,
  }))
    if (typeof url === 'string') nodes.set(caip2, url)
  return {
    nodes,
    relay: typeof relay === 'string' ? relay : undefined,
    projectId: typeof projectId === 'string' ? projectId : 'sample-wallet',
  }
}
