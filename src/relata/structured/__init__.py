"""Structured inference: linear chains, spanning trees and assignments."""
