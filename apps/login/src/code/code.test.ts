import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/apiError.js'
import { LoginError } from '../loginError.js'
import { activeBox, digitsOf } from './CodeField.js'
import { getErrorText } from './errorText.js'
import { codeErrors, shortEmail } from './text.js'

describe('digitsOf', () => {
  test.each([
    ['123456', '123456'],
    [' 123-456 ', '123456'],
    ['Your code is 123 456. Do not share it.', '123456'],
    ['1234567', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['१२३٤٥９', '123459'],
    ['<b>12</b>', '12'],
    ['', ''],
  ])('%j is %j', (text, digits) => {
    expect(digitsOf(text, 6)).toBe(digits)
  })
})

test('accepts a longer code', () => {
  expect(digitsOf('123 456 789', 9)).toBe('123456789')
  expect(digitsOf('12345678', 8)).toBe('12345678')
})

test('activates the next empty box, or the last box of a full field', () => {
  expect([
    activeBox('', 3, 6),
    activeBox('12', 6, 6),
    activeBox('12', 1, 6),
    activeBox('123456', 6, 6),
    activeBox('123456', 6, 9),
    activeBox('123456789', 9, 9),
  ]).toEqual([0, 2, 1, 5, 6, 8])
})

test('shortens a long address in the middle', () => {
  const short = shortEmail('a.very.long.address@subdomain.of.a.company.example.com')
  expect(short).toHaveLength(30)
  expect(short).toMatch(/^a\.very\.long\.ad…any\.example\.com$/)
  expect(shortEmail('ada@example.com')).toBe('ada@example.com')
})

test('picks the error text by code and adds the wait', () => {
  const text = (failure: ConstructorParameters<typeof LoginError>[0]) =>
    getErrorText(codeErrors, new LoginError(failure))
  expect(text({ code: 'code-wrong', message: 'code-expired' })).toBe(codeErrors['code-wrong'])
  expect(text({ code: 'too-many', message: '' })).toBe(codeErrors['too-many'])
  expect(text({ code: 'too-many', message: '', retryAfter: 3_000 })).toBe(
    'Too many wrong codes. Try again in 50 minutes.',
  )
  expect(text({ code: 'busy', message: '' })).toBe(codeErrors.other)
  expect(getErrorText(codeErrors, new Error('code-wrong'))).toBe(codeErrors.other)
})

test('explains a correct code for a taken address', () => {
  expect(getErrorText(codeErrors, new ApiError('email-taken'))).toMatch(/^Another account uses/)
  const invalid = new LoginError({ code: 'invalid-request', message: '' })
  expect(getErrorText(codeErrors, invalid)).toBe(codeErrors.other)
})
