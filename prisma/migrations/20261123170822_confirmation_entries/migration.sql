-- AlterEnum
ALTER TYPE "entry_kind" ADD VALUE 'confirmation';
