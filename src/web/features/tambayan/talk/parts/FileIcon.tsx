import type { FileType } from '../../../../../shared/marker.ts'
import { Icon } from '../../../../ui/Icon.tsx'

const drawings = {
  image: 'camera',
  file: 'M6.5 4c2.5-.4 5-.4 7.5 0l4 4.2c.3 4 .3 7.9 0 11.8-3.8.4-7.7.4-11.5 0-.3-5.3-.3-10.7 0-16ZM13.5 4.2v4.3h4.3M9.5 12.5h5M9.5 16h5',
  video:
    'M3.8 6.8c4-.5 7.8-.5 11.7 0 .4 3.5.4 7 0 10.4-3.9.5-7.8.5-11.7 0-.4-3.5-.4-7 0-10.4ZM15.6 10.8l4.9-2.9v8.2l-4.9-2.9',
} as const

export const FileIcon = ({ type, size = 24 }: { type: FileType; size?: number }) => (
  <Icon name={drawings[type]} size={size} />
)
