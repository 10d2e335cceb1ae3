import type { Call, CallsAction } from '../account/action.js'
import { isOwn, readAccountOrder } from '../account/ownAccount.js'
import { readCall } from './readCall.js'
import type { Step } from './steps.js'

/** Like `readCall`, and reads orders to the visitor's own smart accounts. */
export function readOwnCall(
  call: Call,
  context: Pick<CallsAction, 'account' | 'ownAccounts'>,
): readonly Step[] {
  const { to, data } = call
  if (to === undefined || data === '0x' || !isOwn(to, context.ownAccounts)) return readCall(call)
  const order = readAccountOrder(data)
  switch (order?.what) {
    case undefined:
      return readCall(call)
    case 'revoke':
      return [{ kind: 'revoke-grant', account: to, id: order.id }]
    case 'revoke-all':
      return [{ kind: 'revoke-grants', account: to }]
    case 'upgrade':
      return [{ kind: 'upgrade', account: to, implementation: order.implementation }]
    case 'calls': {
      const inner = order.calls.flatMap((one) => readOwnCall(one, { ...context, account: to }))
      const isOther = to.toLowerCase() !== context.account.toLowerCase()
      return isOther ? [{ kind: 'own-account', account: to }, ...inner] : inner
    }
  }
}
