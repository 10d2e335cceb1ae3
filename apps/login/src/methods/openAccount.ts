import { allowExport, endSession, listSessions } from '@latchkey/wire/login/session'
import { confirmWithCode, mailCode } from './confirmWithCode.js'
import type { Method } from './frame.js'
import { readPendingRecovery } from './openWallet.js'

/** Shows the account pages until the visitor closes them. */
export const openAccount: Method<'OPEN_ACCOUNT'> = (frame) =>
  frame.shown.join('account', async (calledOff) => {
    const signedIn = await frame.account.signedIn()
    const signal = AbortSignal.any([calledOff, signedIn.signal])
    const { call, session } = signedIn
    const email = session.person.email ?? undefined
    const vault = await signedIn.vault()
    await confirmWithCode(frame, signedIn, signal, () => vault.unlock(signal))
    const { addresses } = await vault.open(signal)
    await frame.screens.account(
      {
        email,
        addresses,
        trust: () => vault.trust(),
        addPasskey: (ending) =>
          confirmWithCode(frame, signedIn, ending, () => vault.addPasskey(ending)),
        removePasskey: (ending) =>
          confirmWithCode(frame, signedIn, ending, () => vault.removePasskey(ending)),
        pendingRecovery: () => readPendingRecovery(vault, signal),
        startExport: async (ending) => {
          if (email === undefined) return call(allowExport, {}, ending)
          return mailCode(signedIn, email, {
            purpose: 'export',
            signal: ending,
            use: (proof, inner) => call(allowExport, { proof }, inner),
          })
        },
        revealKeys: (ending) => vault.reveal(ending),
        sessions: async (ending) => (await call(listSessions, {}, ending)).sessions,
        endOthers: (ending) => call(endSession, { others: true }, ending),
        grants: {
          list: async (ending) => (await signedIn.wallet()).grants(ending),
          status: async (grant, ending) => (await signedIn.wallet()).grantStatus(grant, ending),
          chains: async (ending) => (await signedIn.wallet()).grantChains(ending),
          lookups: () => frame.lookups(),
          async prepare(revoked, options) {
            const wallet = await signedIn.wallet()
            const { action, execute } = await wallet.prepareRevocation(revoked, options)
            if (action.kind !== 'calls') throw new TypeError('A revocation is a call')
            return {
              fee: action.fee,
              isSponsored: (action.sponsorship ?? Promise.resolve(undefined)).then(Boolean),
              async revoke(revoking) {
                await confirmWithCode(frame, signedIn, revoking, () => vault.unlock(revoking))
                await execute(revoking)
              },
            }
          },
        },
        delegations: {
          list: async (ending) => (await signedIn.wallet()).delegations(ending),
          lookups: () => frame.lookups(),
          async prepare(chainId, change, ending) {
            const wallet = await signedIn.wallet()
            const prepared = await wallet.prepareDelegation(chainId, change, ending)
            return {
              ...prepared,
              async execute(executing) {
                await confirmWithCode(frame, signedIn, executing, () => vault.unlock(executing))
                await prepared.execute(executing)
              },
            }
          },
        },
      },
      signal,
    )
    return undefined
  })
