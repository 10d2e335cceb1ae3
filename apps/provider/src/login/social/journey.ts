import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Journey } from './createIdentityProvider.js'

const COOKIE = '__Host-oauth'
const KEY = /^[A-Za-z0-9_-]{43}$/
const COOKIE_LIFE_S = 600

/** 256 random bits, in the letters of addresses. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isToken(text: string | null | undefined): text is string {
  return typeof text === 'string' && KEY.test(text)
}

/** What the browser holds to be known again when it comes back; undefined for one that never left. */
export function browserKeyIn(cookies: ReadonlyMap<string, string>): string | undefined {
  const key = cookies.get(COOKIE)
  return isToken(key) ? key : undefined
}

/** SameSite=None: Apple's answer is a form posted from Apple's own site. */
export function browserCookie(key: string): string {
  return `${COOKIE}=${key}; Max-Age=${COOKIE_LIFE_S}; Path=/; Secure; HttpOnly; SameSite=None`
}

export function browserDigest(key: string): string {
  return createHash('sha256').update(`browser ${key}`).digest('hex')
}

export function isSameBrowser(key: string | undefined, digest: unknown): boolean {
  if (key === undefined || typeof digest !== 'string' || digest.length !== 64) return false
  return timingSafeEqual(Buffer.from(browserDigest(key)), Buffer.from(digest))
}

/**
 * Nonce and verifier follow from the browser's key and the state, so that nothing which completes a
 * login lies in the database, and nobody without the cookie can complete it.
 */
export function journeyOf(browserKey: string, state: string): Journey {
  const derived = (purpose: string) =>
    createHash('sha256').update(`${purpose} ${browserKey} ${state}`).digest('base64url')
  return { state, nonce: derived('nonce'), verifier: derived('verifier') }
}
