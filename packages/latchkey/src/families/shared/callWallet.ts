import { readFault } from './walletFault.js'

/** How wallets that have no codes say that their user declined. */
const refusal =
  /^(?:(?:user|request|transaction|approval|connection) )?(?:rejected|cancell?ed|denied)(?: by user)?\.?$/i

/** Calls a method of a wallet's object. A refusal in words gets the code that others have for it. */
export async function callWallet(
  owner: unknown,
  method: string,
  ...input: readonly unknown[]
): Promise<unknown> {
  try {
    return await (owner as Record<string, (...input: readonly unknown[]) => unknown>)[method]?.(
      ...input,
    )
  } catch (error) {
    const { code, message } = readFault(error)
    if (code === '' && refusal.test(message)) throw { code: 4001, message }
    throw error
  }
}
