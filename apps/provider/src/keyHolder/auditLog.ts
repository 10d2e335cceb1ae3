import { createHash } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { ConfigError } from '../errors/ConfigError.js'
import { assertPrivate } from '../keys/secretFile.js'

export type OpenEntry = {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly context: string
  readonly keyId: string
  /** SHA-256 of the client's certificate. */
  readonly client: string
  readonly result: 'opened' | 'refused'
}

/** An earlier attempt, for the limits. */
export type OpenRecord = {
  readonly time: number
  /** A digest. */
  readonly context: string
}

/** Every attempt to open a share, one JSON object per line, in a file that is only appended to. */
export type AuditLog = {
  /** Returns once the line is on the disk. Throws when it could not be written. */
  record(entry: OpenEntry): void
  /** The newest entries, oldest first. */
  readLast(count: number): readonly OpenRecord[]
  close(): void
}

const line = v.object({ time: v.pipe(v.string(), v.isoTimestamp()), context: v.string() })
const maxLineBytes = 512

export function openAuditLog(path: string): AuditLog {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file: number
  try {
    file = openSync(path, 'a+', 0o600)
  } catch (cause) {
    throw new ConfigError(`${path} cannot be written.`, { cause })
  }
  assertPrivate(path)
  return {
    record({ time, context, keyId, client, result }) {
      const entry = {
        time: new Date(time).toISOString(),
        context: digestContext(context),
        key: keyId,
        client,
        result,
      }
      writeSync(file, `${JSON.stringify(entry)}\n`)
      fsyncSync(file)
    },
    readLast(count) {
      const { size } = fstatSync(file)
      const length = Math.min(size, count * maxLineBytes)
      const buffer = Buffer.alloc(length)
      readSync(file, buffer, 0, length, size - length)
      return buffer.toString().split('\n').flatMap(parseLine).slice(-count)
    },
    close: () => closeSync(file),
  }
}

/** Identifies a share without revealing its owner. */
export function digestContext(context: string): string {
  return createHash('sha256').update(context).digest('hex')
}

function parseLine(text: string): OpenRecord[] {
  try {
    const { time, context } = v.parse(line, JSON.parse(text))
    return [{ time: Date.parse(time), context }]
  } catch {
    // The first line may be cut, and the last one by a crash.
    return []
  }
}
