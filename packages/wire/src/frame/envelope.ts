import * as v from 'valibot'

/** Prefixes of what the page says to the login frame, and of what the frame says to the page. */
export const appPrefix = '@w3m-app/'
export const framePrefix = '@w3m-frame/'

/** The protocol's version, told in the frame's address. */
export const frameVersion = '4'

/** 128 random bits: an answer carries the id of its request. */
export const messageId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))

/**
 * The frame's first word, and the only one that travels by `window.postMessage` from it: it holds
 * nothing, because it is said before the frame knows to whom.
 */
export const ready = v.strictObject({
  type: v.literal(`${framePrefix}READY`),
  payload: v.strictObject({ version: v.string() }),
})

/**
 * The page's answer to `READY`, posted to the frame's exact origin with one MessagePort. Everything
 * after it, in both directions, travels on that port.
 */
export const handshake = v.strictObject({
  id: messageId,
  type: v.literal(`${appPrefix}HANDSHAKE`),
})

/** The frame's first message on the port: from then on requests are answered. */
export const handshakeAnswer = v.strictObject({
  id: messageId,
  type: v.literal(`${framePrefix}HANDSHAKE_SUCCESS`),
})

/** The frame refuses this page: its origin is not one of the project's. */
export const handshakeRefusal = v.strictObject({
  id: messageId,
  type: v.literal(`${framePrefix}HANDSHAKE_ERROR`),
  payload: v.strictObject({ message: v.string() }),
})

export type Ready = v.InferOutput<typeof ready>
export type Handshake = v.InferOutput<typeof handshake>
