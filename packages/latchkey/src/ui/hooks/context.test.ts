import { expect, it } from 'vitest'
import type { Widget } from '../../core/widget.js'
import { type Actions, bindActions } from './context.js'

it('fills in the widget and passes the rest on', () => {
  const widget = { id: 'one' } as Widget
  const calls: unknown[] = []
  const actions = {
    goBack: (...given: unknown[]) => {
      calls.push(given)
    },
    startPairing: async (...given: unknown[]) => {
      calls.push(given)
      return { accounts: [] }
    },
  } as unknown as Actions
  const bound = bindActions(widget, actions)
  bound.goBack()
  const answer = bound.startPairing({ walletId: 'wallet' })
  expect(calls).toEqual([[widget], [widget, { walletId: 'wallet' }]])
  return expect(answer).resolves.toEqual({ accounts: [] })
})
