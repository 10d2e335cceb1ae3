import type { FrameUser } from '@latchkey/wire/frame/events'
import { type CheckedFramePayload, emailAddress } from '@latchkey/wire/frame/requests'
import * as v from 'valibot'
import type { AccountType, EmbeddedWallet } from '../account/embeddedWallet.js'
import { LoginError } from '../loginError.js'
import { isEip155, parseServedChain, toPageChainId } from './chainId.js'
import type { Frame } from './frame.js'
import { siwxText } from './siwxText.js'

type UserOptions = Pick<
  CheckedFramePayload<'GET_USER'>,
  'chainId' | 'preferredAccountType' | 'siwxMessage'
>

/**
 * Who is signed in, with the account they use on a chain; that chain is the active one from now on. A
 * sign-in message is signed without a prompt only as part of the log-in just completed, and once.
 */
export async function readUser(frame: Frame, options: UserOptions): Promise<FrameUser> {
  const { settings, preferences, parentOrigin } = frame
  const signedIn = await frame.account.signedIn()
  const { signal, session } = signedIn
  const requestedChain = options.chainId ?? preferences.chainId
  const chainId = parseServedChain(settings, requestedChain)
  const type = options.preferredAccountType
  await preferences.change({ chainId, ...(type && isEip155(chainId) && { accountType: type }) })

  const wallet = await signedIn.wallet()
  const accounts = await wallet.accounts(chainId, signal)
  const account = preferredOf(accounts, preferences.accountType)
  const { authProvider, email, userName } = session.person
  const user: FrameUser = {
    address: account.address,
    chainId: toPageChainId(chainId),
    email: v.is(emailAddress, email) ? email : null,
    userName,
    authProvider,
    accounts: accounts.map(({ address, type }) => ({ address, type })),
    preferredAccountType: account.type,
  }
  if (!isEip155(chainId)) return user
  const smartAccountDeployed = await isDeployed(wallet, chainId, signal)
  const deployed = { ...user, ...(smartAccountDeployed !== undefined && { smartAccountDeployed }) }
  if (!options.siwxMessage) return deployed
  const facts = { parentOrigin, address: account.address, chainId, now: frame.now() }
  const { text, message } = siwxText(options.siwxMessage, facts)
  if (!frame.freshLogin.take(session.token)) throw notAtLogin()
  const signature = await wallet.signMessage(text, chainId, signal)
  return { ...deployed, message: text, signature, siwxMessage: message }
}

const notAtLogin = () =>
  new LoginError({
    code: 'not-allowed',
    message: 'A sign-in message is signed once, right after a log-in. Use personal_sign instead',
  })

/** The account of the preferred type, or else the first one. */
export function preferredOf(
  accounts: Awaited<ReturnType<EmbeddedWallet['accounts']>>,
  options: AccountType,
): { readonly address: string; readonly type: AccountType } {
  const found = accounts.find(({ type }) => type === options) ?? accounts[0]
  if (!found) throw new TypeError('A wallet has an account on every chain it serves')
  return found
}

/** A chain that does not respond must not prevent a log-in. */
async function isDeployed(
  wallet: EmbeddedWallet,
  chainId: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    return await wallet.isDeployed(chainId, signal)
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
