/** What people call the types of Pix keys. */
export const KEY_TYPES = {
  pt: { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'E-mail', PHONE: 'Telefone', EVP: 'Chave aleatória' },
  en: { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'E-mail', PHONE: 'Phone', EVP: 'Random key' },
};
