import { renderToString } from 'react-dom/server'
import { expect, expectTypeOf, it } from 'vitest'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import { useLatchkeySession } from './hooks.js'

it('is not known on a server', () => {
  function Session() {
    const { status, session } = useLatchkeySession()
    return `${status} ${session}`
  }
  expect(renderToString(<Session />)).toBe('checking undefined')
})

it('returns the session and functions with their types', () => {
  type Session = ReturnType<typeof useLatchkeySession>
  expectTypeOf<Session['session']>().toEqualTypeOf<SiwxSession | undefined>()
  expectTypeOf<Session['signIn']>()
    .parameter(0)
    .toEqualTypeOf<{ signal?: AbortSignal } | undefined>()
  expectTypeOf<Session['signOut']>().returns.resolves.toEqualTypeOf<void>()
})
