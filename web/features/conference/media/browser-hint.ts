/** Where a browser keeps what a page may use, in the words of that browser. */
export function whereToAllow(userAgent: string): string {
  if (/iphone|ipad/i.test(userAgent))
    return 'Touchez le bouton à gauche de l’adresse, puis « Réglages du site web ».';
  if (/android/i.test(userAgent)) return 'Touchez l’icône à gauche de l’adresse, puis « Autorisations ».';
  if (/firefox\//i.test(userAgent))
    return 'Cliquez sur l’icône barrée à gauche de l’adresse et retirez le blocage.';
  if (/edg\//i.test(userAgent))
    return 'Cliquez sur le cadenas à gauche de l’adresse, puis « Autorisations pour ce site ».';
  if (/chrom(?:e|ium)\//i.test(userAgent))
    return 'Cliquez sur l’icône des réglages à gauche de l’adresse, puis rétablissez l’autorisation.';
  if (/safari\//i.test(userAgent)) return 'Ouvrez le menu « Safari », puis « Réglages pour ce site web ».';
  return 'Cliquez sur l’icône à gauche de l’adresse, puis autorisez cette page.';
}

/** Where a system keeps what a browser may use. */
export function whereSystemAllows(userAgent: string): string {
  if (/iphone|ipad/i.test(userAgent))
    return 'Ouvrez « Réglages », trouvez votre navigateur dans la liste et autorisez-le.';
  if (/android/i.test(userAgent))
    return 'Ouvrez « Paramètres », « Applications », votre navigateur, puis « Autorisations ».';
  if (/mac os x/i.test(userAgent))
    return 'Ouvrez « Réglages Système », « Confidentialité et sécurité », et cochez votre navigateur.';
  if (/windows/i.test(userAgent))
    return 'Ouvrez « Paramètres », « Confidentialité et sécurité », et autorisez les applications de bureau.';
  return 'Autorisez votre navigateur dans les réglages de confidentialité de l’appareil.';
}
