/** Folders of operating systems. */
export const SYSTEM_FOLDER =
  /^\/(?:bin|dev|etc|home|lib|mnt|opt|proc|root|run|srv|sys|tmp|usr|var|Users)(?:\/|$)/
