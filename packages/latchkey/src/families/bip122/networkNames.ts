import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'

/** One wallet's names of networks, the name it is asked with first. */
export type NetworkNames = Readonly<Record<string, readonly [string, ...string[]]>>

/** What a wallet calls a network when it is asked to go there; throws where it has no name for it. */
export function nameOf(reference: string, names: NetworkNames): string {
  const name = names[reference]?.[0]
  if (name === undefined) throw new ChainNotSupportedError()
  return name
}

/**
 * The network a wallet names. Undefined for no name at all; a network nobody here knows keeps the
 * wallet's name for it, so that it is seen to be none of the site's.
 */
export function referenceFrom(name: unknown, names: NetworkNames): string | undefined {
  if (typeof name !== 'string' || !/^[-_:a-zA-Z0-9]{1,40}$/.test(name)) return undefined
  const known = Object.keys(names).find((reference) => names[reference]?.includes(name))
  return known ?? name.replaceAll(':', '-').slice(0, 32)
}
