/** Who runs Loge, in tests. */
export const OPERATOR = {
  name: 'Loge SAS',
  street: '1 rue du Théâtre',
  postcode: '75002',
  city: 'Paris',
  siren: '404833048',
  vatNumber: 'FR83404833048',
};
