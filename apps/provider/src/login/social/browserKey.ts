import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { OAuthAttempt } from './createIdentityProvider.js'

const cookieName = '__Host-oauth'
const tokenPattern = /^[A-Za-z0-9_-]{43}$/
const cookieLifetimeS = 600

/** 256 random bits, in the letters of addresses. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isToken(text: string | null | undefined): text is string {
  return typeof text === 'string' && tokenPattern.test(text)
}

/** What the browser holds to be known again when it comes back; undefined for one that never left. */
export function getBrowserKey(cookies: ReadonlyMap<string, string>): string | undefined {
  const key = cookies.get(cookieName)
  return isToken(key) ? key : undefined
}

/** SameSite=None: Apple's answer is a form posted from Apple's own site. */
export function formatBrowserCookie(key: string): string {
  return `${cookieName}=${key}; Max-Age=${cookieLifetimeS}; Path=/; Secure; HttpOnly; SameSite=None`
}

export function digestBrowserKey(key: string): string {
  return createHash('sha256').update(`browser ${key}`).digest('hex')
}

export function isSameBrowser(key: string | undefined, digest: unknown): boolean {
  if (key === undefined || typeof digest !== 'string' || digest.length !== 64) return false
  return timingSafeEqual(Buffer.from(digestBrowserKey(key)), Buffer.from(digest))
}

/**
 * Nonce and verifier follow from the browser's key and the state, so that nothing which completes a
 * login lies in the database, and nobody without the cookie can complete it.
 */
export function deriveAttempt(browserKey: string, state: string): OAuthAttempt {
  const derive = (purpose: string) =>
    createHash('sha256').update(`${purpose} ${browserKey} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}
