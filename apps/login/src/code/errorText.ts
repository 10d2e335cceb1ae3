import { ApiError } from '../api/apiError.js'
import { LoginError } from '../loginError.js'
import { waitText } from './text.js'

/** The text for an error, by the API's reason or the error code, never by its message. */
export function getErrorText<texts extends { readonly other: string }>(
  texts: texts,
  error: unknown,
): string {
  if (!(error instanceof LoginError)) return texts.other
  const { code, retryAfter } = error.failure
  const known: Readonly<Record<string, string>> = texts
  const reason = error instanceof ApiError ? known[error.reason] : undefined
  const text = reason || (code !== undefined && known[code]) || texts.other
  return code === 'too-many' && retryAfter !== undefined && retryAfter > 0
    ? `${text.slice(0, text.indexOf('.') + 1)} ${waitText(retryAfter)}`
    : text
}
