import { methodPolicy } from '@latchkey/wire/frame/methodPolicy'
import { noteActivity } from '@latchkey/wire/login/session'
import type { PreparedAction } from '../account/action.js'
import type { RpcCall } from '../account/embeddedWallet.js'
import { lazyImport } from '../lazyImport.js'
import { LoginError } from '../loginError.js'
import { createAbortError } from '../prompts/activeScreens.js'
import { createRejectedError } from '../prompts/prompts.js'
import type { SignedIn } from '../session/account.js'
import { parseServedChain } from './chainId.js'
import { confirmWithCode } from './confirmWithCode.js'
import type { Frame, Method } from './frame.js'
import { readPendingRecovery } from './openWallet.js'
import { hasFittingParams } from './rpcParams.js'

/** The page has closed the frame: everything that waits for the visitor is cancelled. */
export const rpcAbort: Method<'RPC_ABORT'> = async ({ shown }) => {
  shown.abort(createAbortError())
  return undefined
}

/**
 * Handles wallet requests of a site. Reads are answered; requests that sign or send need a
 * confirmation. Other methods are rejected here, because the page's list is not trusted.
 */
export const rpcRequest: Method<'RPC_REQUEST'> = async (frame, request) => {
  const { method, params } = request
  const policy = methodPolicy(method)
  if (policy === 'unknown') {
    throw new LoginError({
      code: 'not-allowed',
      rpcCode: 4200,
      message: 'Requested RPC call is not allowed',
    })
  }
  if (!hasFittingParams(method, params)) {
    throw new LoginError({ code: 'invalid-request', rpcCode: -32602, message: 'Invalid params' })
  }
  const { chainNamespace, chainId: requestedChain = frame.preferences.chainId } = request
  const chainId = parseServedChain(frame.settings, requestedChain, chainNamespace)
  if (chainNamespace !== undefined && !chainId.startsWith(`${chainNamespace}:`)) {
    throw new LoginError({
      code: 'invalid-request',
      rpcCode: 4901,
      message: 'The request is for another chain',
    })
  }
  const call = { method, params, chainId }
  const signedIn = await frame.account.signedIn()
  if (policy === 'safe') {
    const wallet = await signedIn.wallet()
    return wallet.read(call, signedIn.signal)
  }
  const { result, recipients } = await confirmAndExecute(frame, signedIn, call)
  // After a sign-out nothing is stored.
  if (!signedIn.signal.aborted) {
    // Fire and forget: without it the visitor types a code a little earlier.
    signedIn.call(noteActivity, {}, signedIn.signal).catch(() => undefined)
    await frame.recipients.note(signedIn.session.person.accountId, recipients)
  }
  return result
}

/** If a paymaster refuses at the last moment, the visitor can pay otherwise, or reject. */
async function confirmAndExecute(
  frame: Frame,
  signedIn: SignedIn,
  call: RpcCall,
): Promise<{ readonly result: unknown; readonly recipients: readonly string[] }> {
  const { execute, recipients } = await frame.shown.run((signal) =>
    consent(frame, signedIn, call, signal),
  )
  try {
    // After the confirmation only the end of the session stops it.
    return { result: await execute(signedIn.signal), recipients }
  } catch (error) {
    const unpaidToken = error instanceof LoginError ? error.unpaidToken : undefined
    if (unpaidToken) return confirmAndExecute(frame, signedIn, { ...call, unpaidToken })
    if (call.paysItself || !isSponsorError(error)) throw error
    return confirmAndExecute(frame, signedIn, { ...call, paysItself: true })
  }
}

const isSponsorError = (error: unknown) => error instanceof LoginError && error.isUnsponsored

/** Waits for its turn, then shows the request until the visitor decides. */
function consent(
  frame: Frame,
  signedIn: SignedIn,
  call: RpcCall,
  calledOff: AbortSignal,
): Promise<PreparedAction & { readonly recipients: readonly string[] }> {
  const signal = AbortSignal.any([calledOff, signedIn.signal])
  return frame.prompts.take(signal, async ({ waiting }) => {
    const [wallet, vault, lookups, { findRecipients }] = await Promise.all([
      signedIn.wallet(),
      signedIn.vault(),
      frame.lookups(),
      lazyImport(import('../approve/explain.js')),
    ])
    await confirmWithCode(frame, signedIn, signal, () => vault.unlock(signal))
    const prepared = await wallet.prepare(call, signal)
    const newDeviceAt = await vault.newDevice()
    const pendingRecovery = await readPendingRecovery(vault, signal)
    const { addresses } = await vault.open(signal)
    signal.throwIfAborted()
    const { action } = prepared
    const origin = frame.parentOrigin
    const sent = await frame.recipients.list(signedIn.session.person.accountId)
    const known = [...sent, action.account, ...Object.values(addresses)]
    const rejectAll = () => frame.prompts.block()
    const news = { newDeviceAt, pendingRecovery }
    const request = { action, origin, known, ...news, waiting, lookups, rejectAll }
    const isConfirmed = await frame.screens.confirm(request, signal)
    if (newDeviceAt !== undefined) await vault.acknowledgeDevice(newDeviceAt)
    signal.throwIfAborted()
    if (!isConfirmed) throw createRejectedError()
    return { ...prepared, recipients: findRecipients(action, origin) }
  })
}
