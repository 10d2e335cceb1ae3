import { expect, it } from 'vitest'
import { crash } from '../fixtures/crashes.js'
import { crashSteps } from '../fixtures/mortalDevice.js'

it.each(crashSteps)('handles a message once when the receiver crashes at "%s"', async (step) => {
  for (const message of ['event', 'answer', 'request'] as const) {
    expect({ message, ...(await crash(message, step)) }).toEqual({
      message,
      crashed: true,
      handled: 1,
    })
  }
})
