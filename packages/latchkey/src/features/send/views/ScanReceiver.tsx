import { QrScanner, type QrScannerProps } from '../../../ui/parts/qr-scanner/QrScanner.js'

/** The scanner, fetched when somebody wants to scan. */
export function ScanReceiver({ params }: { readonly params: QrScannerProps }) {
  return <QrScanner {...params} />
}
