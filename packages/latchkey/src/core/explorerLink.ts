import type { Namespace } from '@latchkey/wire/caip'
import type { Network } from './network.js'

type Subject = 'address' | 'transaction'

/** Where explorers of a chain family keep their pages; the others do as Ethereum's do. */
const paths: { readonly [namespace in Namespace]?: { readonly [subject in Subject]: string } } = {
  polkadot: { address: 'account', transaction: 'extrinsic' },
}

const usualPaths: { readonly [subject in Subject]: string } = {
  address: 'address',
  transaction: 'tx',
}

/**
 * Where a network's explorer shows an account or a transaction; undefined without an explorer that can
 * be trusted to be one. A query of its address, as Solana's `?cluster=`, says which network and stays.
 */
export function explorerLink(
  network: Network | undefined,
  subject: Subject,
  id: string | undefined,
): string | undefined {
  const base = network?.explorer?.url
  if (!network || !id || !base || !/^https:\/\//i.test(base) || !URL.canParse(base))
    return undefined
  const url = new URL(base)
  const path = (paths[network.namespace] ?? usualPaths)[subject]
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}/${encodeURIComponent(id)}`
  return url.href
}
