import type { Network } from '../../core/network.js'

/** Where a transaction can be looked up; undefined without an explorer that can be trusted to be one. */
export function transactionLink(network: Network, hash: string | undefined): string | undefined {
  const base = network.explorer?.url
  if (!hash || !base || !/^https:\/\//i.test(base) || !URL.canParse(base)) return undefined
  return `${base.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`
}
