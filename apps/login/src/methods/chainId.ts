import { isNamespace, type NetworkId, parseNetworkId } from '@latchkey/wire/caip'
import type { FrameSettings } from '@latchkey/wire/login/page'
import { LoginError } from '../loginError.js'

/** CAIP-2 id of a chain given as a number, a numeric string, a reference or an id. */
export function toChainId(value: number | string, namespace = 'eip155'): NetworkId | undefined {
  const text = String(value)
  const whole = parseNetworkId(text)
  if (whole) return whole.networkId
  if (!isNamespace(namespace)) return undefined
  if (namespace === 'eip155' && !/^[1-9]\d{0,15}$/.test(text)) return undefined
  return parseNetworkId(`${namespace}:${text}`)?.networkId
}

/** Like `toChainId`, but throws unless the provider serves the chain. */
export function parseServedChain(
  { chains }: Pick<FrameSettings, 'chains'>,
  value: number | string,
  namespace?: string,
): NetworkId {
  const chainId = toChainId(value, namespace)
  if (!chainId || !chains.some(({ id }) => id === chainId)) {
    throw new LoginError({
      code: 'invalid-request',
      rpcCode: 4902,
      message: 'Chain is not supported',
    })
  }
  return chainId
}

/** The form pages expect: a number on eip155, the CAIP-2 id elsewhere. */
export function toPageChainId(chainId: string): number | string {
  return isEip155(chainId) ? Number(chainId.slice('eip155:'.length)) : chainId
}

export function isEip155(chainId: string): boolean {
  return chainId.startsWith('eip155:')
}
