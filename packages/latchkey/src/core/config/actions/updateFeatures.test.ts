import { expect, it } from 'vitest'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import type { Features } from '../features.js'
import { updateFeatures } from './updateFeatures.js'

it('changes only the given features', () => {
  const { widget } = createTestWidget()
  updateFeatures(widget, { features: { send: false } })
  expect(widget.stores.settings.get().features).toMatchObject({ send: false, receive: true })
})

it.each([
  ['features.smartSessions', { smartSessions: 1 }],
  ['features.send', { send: 'no' }],
  ['features.sned', { sned: false }],
])('rejects %s and changes nothing', (option, features) => {
  const { widget } = createTestWidget()
  const before = widget.stores.settings.get()
  expect(() => updateFeatures(widget, { features: features as Partial<Features> })).toThrow(
    expect.objectContaining({ code: 'config/invalid-option', option }),
  )
  expect(widget.stores.settings.get()).toBe(before)
})
