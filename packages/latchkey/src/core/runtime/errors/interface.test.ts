import { describe, expect, it } from 'vitest'
import { getErrorText } from './interface.js'
import { MalformedAnswerError } from './wallet.js'

describe('getErrorText', () => {
  it('ends the message of a known error as a sentence', () => {
    expect(getErrorText(new MalformedAnswerError('personal_sign'))).toBe(
      'The wallet sent an invalid response. Try again.',
    )
  })

  it('is a general sentence for any other error', () => {
    expect(getErrorText(new Error('x: undefined'))).toBe('Something went wrong.')
    expect(getErrorText(undefined)).toBe('Something went wrong.')
  })
})
