import { expect, it } from 'vitest'
import type { Widget } from '../../core/widget.js'
import { type Actions, bindActions } from './context.js'

it('calls actions with the widget and the given arguments', () => {
  const widget = { id: 'one' } as Widget
  const calls: unknown[] = []
  const actions = {
    goBack: (...given: unknown[]) => {
      calls.push(given)
    },
    disconnect: async (...given: unknown[]) => {
      calls.push(given)
    },
  } as unknown as Actions
  const bound = bindActions(widget, actions)
  bound.goBack()
  const ended = bound.disconnect({ namespace: 'eip155' })
  expect(calls).toEqual([[widget], [widget, { namespace: 'eip155' }]])
  return expect(ended).resolves.toBeUndefined()
})
