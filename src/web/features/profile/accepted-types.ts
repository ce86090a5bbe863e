/** Types of the avatars bucket. A phone converts HEIC when the input asks for these. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
