/** What a connector itself has to refuse, in the terms of EIP-1193 that a wallet would use. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault'

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

export const faultCodes = {
  refused: 4001,
  otherAccount: 4100,
  unsupportedMethod: 4200,
  otherChain: 4901,
  unknownChain: 4902,
  unsupportedCapability: 5700,
  repeatedCalls: 5720,
  unknownCalls: 5730,
  invalidParameters: -32_602,
  internal: -32_603,
} as const
