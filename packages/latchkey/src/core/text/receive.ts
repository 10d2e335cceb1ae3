/** Words of the views for receiving. Import as `* as receiveText`. */

export const receive = {
  copy: 'Copy address',
  copied: 'Address copied',
  code: 'QR code of your address',
  address: 'Your address',
  line: 'Copy your address, or have this code scanned.',
  networks: 'Compatible networks',
  lost: 'Account not found',
} as const

export const compatible = {
  warning: 'Only on these networks',
  warningText:
    'What is sent to this address on any other network cannot be reached from here and may be lost.',
  list: 'Compatible networks',
} as const
