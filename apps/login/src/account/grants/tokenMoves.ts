import type { Hex } from '@latchkey/wire/rpc/eip155'

/**
 * Functions that move or approve tokens: the list of `contracts/account/TokenSelectors.sol`, which a test
 * compares. The account refuses them for contracts without an allowance, so they are never granted.
 */
const selectors: ReadonlySet<string> = new Set(
  `a9059cbb 23b872dd 095ea7b3 39509351 d73dd623 d505accf 8fcbaf0c 9fd5a6cf 87517c45 36c78516
   0d58b1db 42966c68 9dc29fac 79cc6790 b753a98c bb35783b
   a22cb465 42842e0e b88d4fde f242432a 2eb2c2d6 8b72a2ec 095bcdb6 fe99049a 426a8493 558a7297
   9bd9bbc6 62ad1b83 959b8c3f fe9d9303 1296ee62 4000aea0 d8fbe994 c1d34b89 3177029f cae9ca51`
    .trim()
    .split(/\s+/)
    .map((digits) => `0x${digits}`),
)

export function isTokenMove(selector: Hex): boolean {
  return selectors.has(selector)
}

export const tokenMoves: readonly string[] = [...selectors]
