export { formatSiwxMessage as formatMessage, type SiwxMessage } from '@latchkey/wire/siwx'
